import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { chatQuestionParam } from '#domain/chat/chat-link.ts'

/** Asks the question of a link such as `/features?ask=상속`, once. */
export function useLinkedQuestion(onAsk: (question: string) => void): void {
  const router = useRouter()
  const question = useLocation({
    select: ({ searchStr }) => new URLSearchParams(searchStr).get(chatQuestionParam)?.trim() ?? '',
  })
  const latest = useLatest(onAsk)
  useEffect(() => {
    if (question === '') return
    latest()(question)
    // A reload does not ask again.
    void router.navigate({ href: router.state.location.pathname, replace: true, resetScroll: false })
  }, [question, router, latest])
}
