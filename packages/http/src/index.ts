export type { JsonResponse } from '@cairn/api';
export { withAdmission } from './admission.ts';
export { apiErrorHandlers, apiHeaders, createApp } from './app.ts';
export { createBearerCheck, type BearerCheck } from './bearer.ts';
export { nameRoute, type HttpObserver } from './observer.ts';
export { faultResponse, type RequestFault } from './request-faults.ts';
export { sendJson, sendResponse, signalOf } from './responses.ts';
export { bindJson, bindPath, bindRoute, type RouteChecks, type RouteHandler } from './routes.ts';
export {
  HTTP_LIMITS,
  HttpServer,
  type HttpLimits,
  type HttpServerOptions,
  type RunningServer,
} from './server.ts';
