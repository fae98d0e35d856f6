export { proxy, snapshot, subscribe, useSnapshot } from 'valtio'
