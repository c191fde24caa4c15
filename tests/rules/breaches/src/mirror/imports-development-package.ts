import 'fake-indexeddb/auto'

export const faked = true
