import { useState } from 'react'
import { isSending, listDirtyForms } from '#app/records/unstored-values/unsaved-work.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useHydratedSnapshot } from '#app/ui/hooks/hydrated-snapshot.ts'
import { decideUpdate } from './decide-update.ts'
import { activateNewVersion, appVersion } from './service-worker.ts'

const updateTexts = {
  waiting: {
    title: '새 버전이 있습니다',
    text: '업데이트하면 열려 있는 모든 창이 새 버전으로 다시 열립니다. 보낼 작업은 그대로 있습니다.',
    action: '업데이트',
  },
  replaced: {
    title: '다른 창에서 새 버전으로 바꾸었습니다',
    text: '이 창은 이전 버전입니다. 입력을 마친 뒤 새로고침해 주세요.',
    action: '새로고침',
  },
  required: {
    title: '새 버전으로 바꿔야 전송할 수 있습니다',
    text: '보낼 작업은 이 기기에 그대로 있으며, 업데이트한 뒤 이어서 전송됩니다.',
    action: '업데이트',
  },
}

/** Announces a waiting new version, and asks first if activating it would cost the user's input. */
export function UpdatePrompt() {
  const { state } = useHydratedSnapshot(appVersion, { state: 'current' })
  const [isPostponed, setPostponed] = useState(false)
  const [question, setQuestion] = useState('')
  if (state === 'current' || isPostponed) return null
  const texts = updateTexts[state]
  function update() {
    const decision = decideUpdate({ dirtyForms: listDirtyForms(), isSending: isSending() })
    if (decision.action === 'ask' && question === '') return setQuestion(decision.reason)
    if (state === 'waiting') activateNewVersion()
    else location.reload()
  }
  return (
    <aside
      role="status"
      data-screen-only
      className="fixed bottom-12 left-4 z-40 flex w-[min(400px,calc(100vw-32px))] flex-col gap-3 rounded-panel border bg-paper-raised p-4 shadow-float max-sm:bottom-28"
    >
      <p className="font-semibold">{texts.title}</p>
      <p className={question ? 'text-danger' : 'text-ink-2'}>{question || texts.text}</p>
      <div className="flex justify-end gap-2">
        <Button tone="transparent" onClick={() => setPostponed(true)}>
          나중에
        </Button>
        <Button tone={question ? 'danger' : 'primary'} onClick={update}>
          {question ? `그래도 ${texts.action}` : texts.action}
        </Button>
      </div>
    </aside>
  )
}
