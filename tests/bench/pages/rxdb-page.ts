import * as rxdb from './rxdb-copy.ts'

/**
 * A separate page, because RxDB brings another version of Dexie, and Dexie refuses to be loaded
 * twice.
 */
export const peer = { rxdb }

Object.assign(window, { peer })
