import type { Peer } from '../rows/offline-copy.ts'
import * as rxdb from './rxdb-copy.ts'

/**
 * A separate page, because RxDB brings another version of Dexie, and Dexie refuses to be loaded
 * twice.
 */
const peer: Peer = { rxdb }

Object.assign(window, { peer })
