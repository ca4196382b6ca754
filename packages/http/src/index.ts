export { JSON_TYPE, sendAnswer, sendJson, sendStream, type Answer } from './answers.ts';
export { apiErrorHandlers, apiLogAndHeaders, bindPath, createApp, queryOf } from './app.ts';
export { nameRoute, routeOf, type HttpObserver, type ObservedAnswer } from './observer.ts';
export { apiProtocolError, type ProtocolFault } from './protocol.ts';
export {
  HTTP_LIMITS,
  HttpServer,
  type HttpLimits,
  type HttpServerOptions,
  type RunningServer,
} from './server.ts';
