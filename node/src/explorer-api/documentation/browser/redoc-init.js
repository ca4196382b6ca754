/* global Redoc */
'use strict';

const container = document.getElementById('redoc');

Redoc.init(
  '/openapi.json',
  {
    // The styles that Redoc makes at run time carry the nonce that the page's policy names.
    nonce: container.dataset.styleNonce,
    hideDownloadButtons: false,
    expandResponses: '200',
    theme: { colors: { primary: { main: '#2f6f67' } } },
  },
  container,
);
