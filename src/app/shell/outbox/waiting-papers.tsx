import type { WaitingContent } from '#mirror/papers/papers-database.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { paperState, sizeText } from '#app/records/papers/paper-words.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

/**
 * Photographs and documents that are already in their lists but whose files aren't fully on the
 * server yet; refused ones first.
 */
export function WaitingPapers({ files }: { files: readonly WaitingContent[] }) {
  if (files.length === 0) return null
  const refused = files.filter(({ state }) => state === 'refused')
  const others = files.filter(({ state }) => state !== 'refused')
  return (
    <section aria-labelledby="outbox-papers">
      <h2 id="outbox-papers" className="mb-2 flex items-baseline gap-2 text-lead font-semibold">
        사진·서류 <span className="tabular text-body text-ink-3">{files.length.toLocaleString('ko')}개</span>
      </h2>
      <ul className="border-t border-rule-strong">
        {[...refused, ...others].map((content) => (
          <li key={content.contentId} className="border-b">
            <WaitingPaper content={content} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaitingPaper({ content }: { content: WaitingContent }) {
  const { contentId, name, size, addedAt, problem } = content
  const { papers } = useOfflineCopy()
  const isOnline = useSyncStatus().connection === 'online'
  const confirm = useConfirm()
  const toast = useToast()
  const isRefused = content.state === 'refused'
  const state = paperState(content, { isOnDevice: true, isOnline })

  async function discard() {
    const isSure = await confirm({
      title: `'${name}' 파일을 버리시겠습니까?`,
      message: '서버에 없는 파일이 이 기기에서 지워지며 되돌릴 수 없습니다. 서류철에 남은 항목은 따로 삭제해 주세요.',
      confirmLabel: '버리기',
      isDestructive: true,
    })
    if (!isSure) return
    await papers.discard(contentId)
    toast.info('파일을 버렸습니다.')
  }

  return (
    <article className="flex flex-col gap-2 py-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {state ? <Badge tone={state.tone}>{state.text}</Badge> : null}
        <h3 className="font-semibold">{name}</h3>
        <span className="tabular text-ink-2">{sizeText(size)}</span>
        <time className="tabular ml-auto text-label text-ink-3" dateTime={new Date(addedAt).toISOString()}>
          {momentText(addedAt)} 추가
        </time>
      </header>
      {problem ? <p className={isRefused ? 'text-seal' : 'text-ink-2'}>{problem.message}</p> : null}
      <div className="flex flex-wrap gap-2 print:hidden">
        {isRefused ? <Button onClick={() => void papers.retry(contentId)}>다시 보내기</Button> : null}
        <Button tone="transparent" className="text-seal" onClick={() => void discard()}>
          버리기
        </Button>
      </div>
    </article>
  )
}
