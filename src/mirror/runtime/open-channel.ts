import type { Channel } from './runtime.ts'

/**
 * A browser's channel between its tabs and workers. Without BroadcastChannel they learn of changes
 * at their next regular look at the storage. Visitors' pages load this file, but no storage.
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
