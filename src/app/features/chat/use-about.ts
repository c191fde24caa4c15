import { useEffect, useState } from 'react'
import type { ChatAbout } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-words.ts'

/** What the chat says of itself. Until the server has told, and without a network, what holds in every office. */
export function useAbout(): ChatAbout {
  const [about, setAbout] = useState<ChatAbout>(unnamed)
  useEffect(() => {
    const stop = new AbortController()
    readAbout(stop.signal).then(
      (told) => told && setAbout(told),
      () => undefined,
    )
    return () => stop.abort()
  }, [])
  return about
}

const unnamed: ChatAbout = {
  greeting:
    '안녕하세요. 안내 도우미입니다. 사람이 아니라 정해진 규칙에 따라, 이 사이트에 공개된 안내에서 찾은 내용과 그 출처를 알려 드립니다.',
  examples: [],
}

async function readAbout(signal: AbortSignal): Promise<ChatAbout | null> {
  const response = await fetch(chatPaths.about, { signal })
  const told: unknown = response.ok ? await response.json() : null
  return isAbout(told) ? told : null
}

/** A proxy may answer in our server's place. */
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
