export { openReplica, type Replica, type ReplicaOptions } from './replica.ts';
