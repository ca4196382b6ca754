/** The routes of devnet control, whatever brings their requests. */
import {
  type CallChecks,
  devnetError,
  DEVNET_LIMITS,
  devnetRoutes,
  invalidRequest,
} from '@cairn/api/contract';
import type { BindJson } from '../fetch/dispatcher.ts';
import { MempoolUnavailableError } from '../mempool/mempool.ts';
import type { DevnetControl } from './devnet-control.ts';

/** Binds all routes. */
export function bindDevnet(bind: BindJson, control: DevnetControl): void {
  bind(devnetRoutes.state, () => control.state());
  bind(devnetRoutes.mine, ({ body }) => control.mine(body));
  bind(devnetRoutes.snapshot, () => control.snapshot());
  bind(devnetRoutes.revert, ({ body }) => control.revert(body));
  bind(devnetRoutes.reorganize, ({ body }) => control.reorganize(body));
  bind(devnetRoutes.time, ({ body }) => control.time(body));
  bind(devnetRoutes.fund, ({ body }) => control.fund(body));
  bind(devnetRoutes.drop, ({ body }) => control.drop(body));
  bind(devnetRoutes.dump, () => control.dump());
  bind(devnetRoutes.mining, ({ body }) => control.mining(body));
  bind(devnetRoutes.weather, ({ body }) => control.setWeather(body));
  bind(devnetRoutes.weatherLog, () => ({ events: [...control.weather.log] }));
}

export const DEVNET_CHECKS: CallChecks = {
  notFound: devnetError('not_found'),
  methodNotAllowed: devnetError('method_not_allowed'),
  body: {
    limit: DEVNET_LIMITS.bodyBytes,
    isOptional: true,
    tooLarge: devnetError('request_too_large'),
    wrongType: devnetError('unsupported_media_type'),
    malformed: invalidRequest,
  },
  errorOf: (error) =>
    error instanceof MempoolUnavailableError ? devnetError('mempool_unavailable') : undefined,
};
