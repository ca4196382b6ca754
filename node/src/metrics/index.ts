export { startMetricsServer } from './metrics-server.ts';
export { createNodeMetrics, type MetricsSources, type NodeMetrics } from './node-metrics.ts';
