import { useEffect, useState } from 'react'
import type { PrivacyFacts } from '#contract/keeping/privacy-words.ts'
import { PolicyPage } from './policy-page.tsx'
import { privacySections } from './privacy-texts.ts'
import { askPrivacyFacts } from './read-privacy.ts'

/**
 * `/privacy` (개인정보 보호법 제30조). Shows the facts from the time of rendering, then the current ones.
 */
export function PrivacyPage({ facts }: { facts: PrivacyFacts | null }) {
  const current = useCurrentFacts(facts)
  return (
    <PolicyPage title="개인정보 처리방침" counting="numbers" sections={privacySections(current)}>
      맡기신 일과 주신 문의에 필요한 만큼만 받고, 정한 기간이 지나면 지웁니다. 무엇을 왜 얼마 동안 다루는지 아래에
      적었습니다.
    </PolicyPage>
  )
}

/** A page cached on a device may have outdated facts. */
function useCurrentFacts(initialFacts: PrivacyFacts | null): PrivacyFacts | null {
  const [currentFacts, setCurrentFacts] = useState<PrivacyFacts | null>(null)
  useEffect(() => {
    const aborter = new AbortController()
    void askPrivacyFacts(aborter.signal).then((facts) => {
      if (aborter.signal.aborted || facts === null || JSON.stringify(facts) === JSON.stringify(initialFacts)) return
      setCurrentFacts(facts)
      navigator.serviceWorker?.controller?.postMessage({ type: 'DRAW_ANEW' })
    })
    return () => aborter.abort()
  }, [initialFacts])
  return currentFacts ?? initialFacts
}
