#!/usr/bin/env python3
"""Sends a transfer that was signed elsewhere, and waits until it is confirmed.

    npx cairn-chain sign ADDRESS AMOUNT | python3 submit.py [CONFIRMATIONS]

Python's standard library has no secp256k1, so this does not sign. The bytes may be sent any number of times: they pay once.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

API = os.environ.get("CAIRN_API", "http://127.0.0.1:28000")
RPC = os.environ.get("CAIRN_RPC", "http://127.0.0.1:28444")
TOKEN_FILE = os.environ.get("CAIRN_TOKEN_FILE", ".cairn/devnet/rpc.token")


def request(url, body=None, token=None):
    """Returns the status and the JSON of an answer. Raises OSError if there is none."""
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def submit(raw):
    """Sends the 213 bytes, in hex, and returns the transaction ID once the node has them."""
    try:
        with open(TOKEN_FILE, encoding="ascii") as file:
            token = file.read().strip()
    except OSError as error:
        sys.exit(f"no token: {error}")
    status, answer = request(f"{RPC}/v1/transactions", {"raw": raw}, token)
    if status != 202:
        sys.exit(f"{answer['error']}: {answer.get('reason', answer.get('message', ''))}")
    return answer["transaction"]["id"]


def wait_for(txid, confirmations):
    """Waits through reorganizations: each time, it asks whether the chain still has the transaction."""
    while True:
        try:
            status, answer = request(f"{API}/api/v1/transactions/{txid}")
            if status == 200 and answer["confirmations"] >= confirmations:
                return answer
        except OSError as error:  # the node restarts
            print(error, file=sys.stderr)
        time.sleep(1)


txid = submit(sys.stdin.read().strip())
print(f"sent {txid}", flush=True)
found = wait_for(txid, int(sys.argv[1]) if len(sys.argv) > 1 else 1)
print(f"{found['value']} pebbles for {found['to_address']} in block {found['block_height']}")
