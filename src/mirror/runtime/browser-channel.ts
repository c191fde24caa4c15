import type { Channel } from './runtime.ts'

/**
 * Without BroadcastChannel the other tabs and workers learn of changes at their next regular look
 * at the storage.
 */
export function openChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined')
    return { post: () => undefined, listen: () => () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const onEvent = (event: MessageEvent<unknown>) => listener(event.data)
      channel.addEventListener('message', onEvent)
      return () => channel.removeEventListener('message', onEvent)
    },
    close: () => channel.close(),
  }
}
