import { useState } from 'react'
import type { LinkedAccount } from '#contract/people/linked-accounts.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { Select } from '#app/ui/fields/select.tsx'

interface LinkedAccountLineProps {
  account: LinkedAccount
  /** People it can be linked to. */
  people: readonly { id: string; name: string }[]
  onLink(userId: string): Promise<void>
  onUnlink(): void
}

/** One account with its user, or a choice of users. */
export function LinkedAccountLine({ account, people, onLink, onUnlink }: LinkedAccountLineProps) {
  const isWaiting = account.user_name === null
  return (
    <li className="flex flex-col gap-2 border-b py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{account.name}</span>
        {account.email ? <span className="break-all text-ink-2">{account.email}</span> : null}
        {isWaiting ? <Badge tone="warn">연결 대기</Badge> : <Badge tone="good">연결됨</Badge>}
        <Button
          size="sm"
          className="ml-auto"
          aria-label={`${account.name} 계정 ${isWaiting ? '지우기' : '연결 해제'}`}
          onClick={onUnlink}
        >
          {isWaiting ? '지우기' : '연결 해제'}
        </Button>
      </div>
      <p className="tabular text-label text-ink-2">
        최근 로그인 {momentText(Date.parse(account.last_seen_at))}
        {account.linked_at === null
          ? ''
          : ` · ${account.user_name} 님과 연결 (${account.linked_by}, ${momentText(Date.parse(account.linked_at))})`}
      </p>
      {isWaiting ? <LinkForm account={account} people={people} onLink={onLink} /> : null}
    </li>
  )
}

function LinkForm({ account, people, onLink }: Omit<LinkedAccountLineProps, 'onUnlink'>) {
  const [userId, setUserId] = useState('')
  const [isBusy, setBusy] = useState(false)
  const choices = [{ value: '', label: '직원 선택' }, ...people.map(({ id, name }) => ({ value: id, label: name }))]

  async function link() {
    setBusy(true)
    await onLink(userId)
    setBusy(false)
  }

  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Select label={`${account.name} 계정을 연결할 직원`} value={userId} choices={choices} onValue={setUserId} />
      </div>
      <Button
        tone="primary"
        isBusy={isBusy}
        disabledReason={userId === '' ? '연결할 직원을 선택해 주세요.' : undefined}
        onClick={() => void link()}
      >
        연결
      </Button>
    </div>
  )
}
