import { useMemo, useRef } from 'react'
import type { ChangePart } from '#contract/chat/answer.ts'
import { staffExamples, staffGreeting } from '#domain/chat/staff-greeting.ts'
import { HistoryButtons } from '#app/action-history/history-buttons.tsx'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { fetchWithLogin } from '#app/session/fetch-with-login.ts'
import { useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { ChatScreen } from '../chat-screen.tsx'
import { useAbout } from '../use-about.ts'
import { useChat } from '../use-chat.ts'
import { askStaff } from './ask-staff.ts'
import { ChangeCard } from './change-card.tsx'
import { newConversation, ownPlace } from './own-place.ts'

/** `/features` for staff: questions about the office's own records too; a proposed change can be applied and taken back. */
export function StaffChatPage() {
  const copy = useOfflineCopy()
  const { user } = useSession()
  const [name, isSuperuser] = [user?.nickname ?? '', user?.is_superuser === true]
  const place = useMemo(() => ownPlace(copy.userId), [copy])
  const ask = useMemo(() => askStaff(copy, { name, isSuperuser }), [copy, name, isSuperuser])
  const chat = useChat(place, ask)
  const about = useAbout(untold, fetchWithLogin)
  const toast = useToast()
  const box = useRef<HTMLTextAreaElement>(null)
  const history = useActionHistory(copy, 'chat')
  const commands = useHistoryCommands({ history, source: null, collection: 'real-estate', toast })
  const drawChange = (change: ChangePart) => <ChangeCard change={change} history={history} undo={commands.undoAction} />
  function beginAnew() {
    chat.open(newConversation())
    box.current?.focus()
  }
  return (
    <PageLayout variant="boxed">
      <ChatScreen
        {...{ chat, about, box, drawChange }}
        className="min-h-[calc(100dvh-11rem)] max-sm:min-h-[calc(100dvh-13rem)]"
        note="장부의 내용은 본인의 권한으로만 찾습니다. 주민등록번호는 적지 마세요."
        offlineText="네트워크에 연결되어 있지 않습니다. 장부에 관한 질문은 이 기기의 사본에서 답합니다."
        tools={
          <span className="flex gap-1">
            <HistoryButtons history={history} commands={commands} />
            <Button tone="transparent" disabled={chat.bubbles.length === 0} onClick={beginAnew}>
              새 대화
            </Button>
          </span>
        }
      />
    </PageLayout>
  )
}

const untold = { greeting: staffGreeting, examples: [...staffExamples] }
