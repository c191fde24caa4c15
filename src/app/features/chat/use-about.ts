import { useEffect, useState } from 'react'
import type { ChatAbout } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-words.ts'

/**
 * Introduction and examples of the chat; `untold` until the server answers and when offline.
 * `send`: the caller's `fetch`.
 */
export function useAbout(untold: ChatAbout, send: typeof fetch): ChatAbout {
  const [about, setAbout] = useState<ChatAbout>(untold)
  useEffect(() => {
    const stop = new AbortController()
    readAbout(send, stop.signal).then(
      (told) => told && setAbout(told),
      () => undefined,
    )
    return () => stop.abort()
  }, [send])
  return about
}

async function readAbout(send: typeof fetch, signal: AbortSignal): Promise<ChatAbout | null> {
  const response = await send(chatPaths.about, { signal })
  const told: unknown = response.ok ? await response.json() : null
  return isAbout(told) ? told : null
}

/** A proxy may have answered instead of our server. */
function isAbout(told: unknown): told is ChatAbout {
  return (
    typeof told === 'object' &&
    told !== null &&
    'greeting' in told &&
    typeof told.greeting === 'string' &&
    'examples' in told &&
    Array.isArray(told.examples)
  )
}
