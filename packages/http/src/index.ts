export { JSON_TYPE, sendAnswer, sendJson, sendStream, type Answer } from './answers.ts';
export {
  apiChecks,
  apiErrorHandlers,
  apiLogAndHeaders,
  apiSocketAnswer,
  bindPath,
  createApp,
} from './app.ts';
export { nameRoute, routeOf, type HttpObserver, type ObservedAnswer } from './observer.ts';
export { normalizeTarget, queryOf } from './request-target.ts';
export {
  HTTP_LIMITS,
  HttpServer,
  type HttpLimits,
  type HttpServerOptions,
  type RunningServer,
  type SocketFault,
} from './server.ts';
