import { useState, type FormEvent } from 'react'
import { factorPath, type Passkey } from '#contract/session/second-factor.ts'
import { answerOf } from '../../session/answer-of.ts'
import { useApi } from '../../session/api.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { momentText } from '../../ui/display/moment-text.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useRemoval } from './use-removal.ts'

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  /** Why no passkey may be removed; undefined when each may. */
  removalBlockedText: string | undefined
  onChange(): void
}

export function PasskeyList({ passkeys, removalBlockedText, onChange }: PasskeyListProps) {
  const [renamed, setRenamed] = useState<string | null>(null)
  const remove = useRemoval(onChange)
  if (passkeys.length === 0) return <p className="text-ink-3">등록한 패스키가 없습니다.</p>
  return (
    <ul aria-label="패스키 목록">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
          {renamed === passkey.id ? (
            <RenameForm
              passkey={passkey}
              onDone={() => {
                setRenamed(null)
                onChange()
              }}
            />
          ) : (
            <>
              <div className="min-w-0 flex-1 basis-64">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {passkey.name}
                  {passkey.is_backed_up ? <Badge tone="info">동기화됨</Badge> : null}
                </p>
                <p className="tabular text-label text-ink-2">
                  등록 {momentText(Date.parse(passkey.made_at))} · 마지막 사용{' '}
                  {passkey.last_used_at === null ? '없음' : momentText(Date.parse(passkey.last_used_at))}
                </p>
              </div>
              <Button size="sm" aria-label={`${passkey.name} 이름 바꾸기`} onClick={() => setRenamed(passkey.id)}>
                이름 바꾸기
              </Button>
              <Button
                size="sm"
                tone="transparent"
                className="text-seal"
                aria-label={`${passkey.name} 삭제`}
                disabledReason={removalBlockedText}
                onClick={() => void remove(passkey.name, `passkeys/${passkey.id}`)}
              >
                삭제
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone(): void }) {
  const api = useApi()
  const toast = useToast()
  const [name, setName] = useState(passkey.name)
  async function save(event: FormEvent) {
    event.preventDefault()
    const answer = await answerOf(api.put(`${factorPath}/passkeys/${passkey.id}`, { json: { name } }).json())
    if (answer.ok) return onDone()
    toast.error(answer.problem.fields?.['name'] ?? answer.problem.message)
  }
  return (
    <form className="flex min-w-0 flex-1 items-end gap-2" onSubmit={(event) => void save(event)}>
      <div className="min-w-0 flex-1">
        <TextField label="패스키 이름" maxLength={50} value={name} onValue={setName} />
      </div>
      <Button type="submit" tone="primary">
        저장
      </Button>
      <Button onClick={onDone}>취소</Button>
    </form>
  )
}
