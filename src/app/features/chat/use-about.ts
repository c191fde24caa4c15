import { useEffect, useState } from 'react'
import type { ChatAbout } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-words.ts'

/**
 * Introduction and examples of the chat; `defaultAbout` until the server answers and when offline.
 * `send`: the caller's `fetch`.
 */
export function useAbout(defaultAbout: ChatAbout, send: typeof fetch): ChatAbout {
  const [about, setAbout] = useState<ChatAbout>(defaultAbout)
  useEffect(() => {
    const stop = new AbortController()
    readAbout(send, stop.signal).then(
      (body) => body && setAbout(body),
      () => undefined,
    )
    return () => stop.abort()
  }, [send])
  return about
}

async function readAbout(send: typeof fetch, signal: AbortSignal): Promise<ChatAbout | null> {
  const response = await send(chatPaths.about, { signal })
  const body: unknown = response.ok ? await response.json() : null
  return isAbout(body) ? body : null
}

/** A proxy may have answered instead of our server. */
function isAbout(body: unknown): body is ChatAbout {
  return (
    typeof body === 'object' &&
    body !== null &&
    'greeting' in body &&
    typeof body.greeting === 'string' &&
    'examples' in body &&
    Array.isArray(body.examples)
  )
}
