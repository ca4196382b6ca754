export { ControlSocketError, serveControlSocket } from './control-socket.ts';
export { DevnetControl, type DevnetControlOptions } from './devnet-control.ts';
export { MiningSwitch, settingsOf, type BeginMining } from './mining-switch.ts';
