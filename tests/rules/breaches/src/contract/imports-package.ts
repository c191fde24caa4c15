import Dexie from 'dexie'

export const store = Dexie
