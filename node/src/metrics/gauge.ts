import { Gauge, type Registry } from 'prom-client';

/** Adds a gauge whose value is read at every scrape: `read` must be cheap. It is absent while `read` gives `undefined`. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
  registry.registerMetric(gauge);
}

/** Adds a gauge with one label, a series for each of the label's values. */
export function addLabelledGauge<Value extends string>(
  registry: Registry,
  { name, help, label }: { readonly name: string; readonly help: string; readonly label: string },
  read: () => Readonly<Record<Value, number>>,
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    collect() {
      for (const [value, number] of Object.entries<number>(read())) this.set({ [label]: value }, number);
    },
  });
  registry.registerMetric(gauge);
}
