/* global Redoc */
'use strict';

const container = document.getElementById('redoc');

Redoc.init(
  '/openapi.json',
  {
    // Redoc puts the nonce of the page's policy on the styles that it creates.
    nonce: container.dataset.styleNonce,
    hideDownloadButtons: false,
    expandResponses: '200',
    theme: { colors: { primary: { main: '#2f6f67' } } },
  },
  container,
);
