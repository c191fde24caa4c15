import * as rxdb from './rxdb-copy.ts'

/** A page of its own: RxDB brings another version of Dexie, and Dexie refuses to be there twice. */
export const peer = { rxdb }

Object.assign(window, { peer })
