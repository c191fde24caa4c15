import { useMemo, useRef } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { buildSiteSearchLink } from '#domain/site-search/site-search-link.ts'
import { attachFile } from './attach-file.ts'
import { ChatScreen } from './chat-screen.tsx'
import { emptyConversation, tabStore } from './conversation.ts'
import { createVisitorChat, formatCallHint } from './send-chat.ts'
import { type Chat, useAbout, useChat } from './use-chat.ts'
import { useLinkedQuestion } from './use-linked-question.ts'

/** `/features` for visitors: questions about the office's public pages. */
export function ChatPage() {
  const office = useOffice()
  const transport = useMemo(() => ({ ask: createVisitorChat(office), attach: attachFile }), [office])
  const chat = useChat(tabStore, transport)
  useLinkedQuestion(chat.ask)
  const about = useAbout(defaultAbout, fetch)
  const inputRef = useRef<HTMLTextAreaElement>(null)
  return (
    <PageLayout variant="boxed">
      <ChatScreen
        chat={chat}
        about={about}
        inputRef={inputRef}
        className="min-h-[calc(100dvh-4rem)]"
        note="주민등록번호와 계좌번호는 적지 마세요. 대화는 이 탭에만 남습니다."
        offlineText={`네트워크에 연결되어 있지 않습니다. 이 기기에 저장된 안내에서 찾아 답합니다. ${formatCallHint(office.telephone)}`}
        buildSearchLink={(question) => buildSiteSearchLink('/features', question)}
        tools={<ClearButton chat={chat} onCleared={() => inputRef.current?.focus()} />}
      />
    </PageLayout>
  )
}

function ClearButton({ chat, onCleared }: { chat: Chat; onCleared(): void }) {
  if (chat.bubbles.length === 0) return null
  function clear() {
    chat.open(emptyConversation)
    onCleared()
  }
  return (
    <Button tone="transparent" onClick={clear}>
      대화 지우기
    </Button>
  )
}

/** Used until the server answers; true for every office. */
const defaultAbout = {
  greeting:
    '안녕하세요. 안내 도우미입니다. 사람이 아니라 정해진 규칙에 따라, 이 사이트에 공개된 안내에서 찾은 내용과 그 출처를 알려 드립니다. 사건에 대한 법률 판단은 하지 않습니다.',
  examples: [],
}
