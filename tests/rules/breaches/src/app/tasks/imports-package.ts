import { Workbox } from 'workbox-window'

export const store = Workbox
