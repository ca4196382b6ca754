export { JSON_TYPE, sendAnswer, sendJson, sendStream, signalOf, type Answer } from './answers.ts';
export { apiErrorHandlers, apiLogAndHeaders, createApp } from './app.ts';
export { createBearerCheck, type BearerCheck } from './bearer.ts';
export { nameRoute, routeOf, type HttpObserver, type ObservedAnswer } from './observer.ts';
export {
  bindAnswer,
  bindPath,
  bindRoute,
  queryOf,
  type BodyRules,
  type RouteHandler,
  type RouteRules,
} from './routes.ts';
export { apiProtocolError, type ProtocolFault } from './protocol.ts';
export {
  HTTP_LIMITS,
  HttpServer,
  type HttpLimits,
  type HttpServerOptions,
  type RunningServer,
} from './server.ts';
