/**
 * What tabs of one browser tell each other about the login. `signed_in`: local storage holds new tokens. `lapsed`: the server refused to renew them.
 * `factor_passed`: the second step was done, everything goes on. `signed_out`: somebody signed out on purpose, every tab follows.
 */
export type SessionNews = { type: 'signed_in' | 'lapsed' | 'factor_passed' | 'signed_out' }

const channelName = 'session'

export function announce(news: SessionNews): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(news)
  channel.close()
}

/** Hears the other tabs, never itself. Returns the end of listening. */
export function listenForSessionNews(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isNews(event.data)) listener(event.data)
  })
  return () => channel.close()
}

function isNews(data: unknown): data is SessionNews {
  const types: readonly unknown[] = ['signed_in', 'lapsed', 'factor_passed', 'signed_out']
  return typeof data === 'object' && data !== null && 'type' in data && types.includes(data.type)
}
