import { useState } from 'react'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerAction } from '#app/session/server-action.ts'
import { type ServerQuery, useServerQuery } from '#app/session/server-query.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import {
  type LinkedAccount,
  type LinkedAccounts,
  linkedAccountsPath,
  linkedAccountsSchema,
} from '#contract/people/linked-accounts.ts'
import type { Problem } from '#contract/problem.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'

/** 기아 계정: Kia accounts, their users, and the history of links. */
export function LinkedAccountsDialog({ onClose }: { onClose(): void }) {
  const query = useServerQuery(linkedAccountsPath, linkedAccountsSchema, { queryKey: ['linked-accounts'], gcTime: 0 })
  return (
    <Dialog
      open
      title="기아 계정"
      description="기아 계정으로 한 번 로그인한 사람이 아래에 나타납니다. 직원과 연결하면 다음부터 그 직원으로 로그인됩니다."
      onClose={onClose}
      actions={<Button onClick={onClose}>닫기</Button>}
    >
      <div className="mt-4">
        <ResultView {...query} noun="이 목록은">
          {(loaded) => (
            <div className="flex flex-col gap-5">
              {loaded.is_configured ? null : (
                <p className="mt-4 rounded-panel bg-paper-sunk p-3 text-ink-2">
                  기아 로그인이 아직 설정되지 않아 로그인 화면에 나타나지 않습니다. 서버에 KIA_CLIENT_ID와
                  KIA_CLIENT_SECRET을 설정하고 다시 시작하면 사용할 수 있습니다.
                </p>
              )}
              <Accounts loaded={loaded} query={query} />
              <History history={loaded.history} />
            </div>
          )}
        </ResultView>
      </div>
    </Dialog>
  )
}

interface AccountsProps {
  loaded: LinkedAccounts
  query: ServerQuery<LinkedAccounts>
}

function Accounts({ loaded: { accounts, people }, query }: AccountsProps) {
  if (accounts.length === 0) return <p className="border-b py-4 text-ink-2">기아 계정으로 로그인한 사람이 없습니다.</p>
  const unlinkedPeople = people.filter(({ id }) => accounts.every((account) => account.user_id !== id))
  return (
    <ul aria-label="기아 계정">
      {accounts.map((account) => (
        <LinkedAccountLine key={account.id} account={account} people={unlinkedPeople} query={query} />
      ))}
    </ul>
  )
}

function History({ history }: Pick<LinkedAccounts, 'history'>) {
  return (
    <section aria-labelledby="links-history" className="flex flex-col gap-2">
      <h3 id="links-history" className="font-semibold">
        연결 이력
      </h3>
      {history.length === 0 ? <p className="border-t border-b py-4 text-ink-2">연결 이력이 없습니다.</p> : null}
      {history.length > 0 ? (
        <ul aria-label="연결 이력" className="border-t">
          {history.map((entry) => (
            <li key={entry.seq} className="tabular flex flex-wrap gap-x-3 border-b py-2">
              <span>{describeEntry(entry)}</span>
              <span className="text-ink-2">
                {entry.by} · {formatMoment(entry.at)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** `김가온 계정 → 박새론 연결`. A pending account that was removed had no user. */
function describeEntry({ what, account_name: account, user_name: user }: LinkedAccounts['history'][number]): string {
  if (user === '') return `${account} 계정 삭제`
  return `${account} 계정 → ${user} ${what === 'linked' ? '연결' : '연결 해제'}`
}

interface LinkedAccountLineProps {
  account: LinkedAccount
  /** People it can be linked to. */
  people: readonly { id: string; name: string }[]
  query: ServerQuery<LinkedAccounts>
}

/** One account with its user, or a choice of users. */
function LinkedAccountLine({ account, people, query }: LinkedAccountLineProps) {
  const { id, name, user_name: userName } = account
  const isUnlinked = userName === null
  const unlink = useServerAction({
    question: () => ({
      title: isUnlinked ? `${name} 계정을 목록에서 지우시겠습니까?` : `${userName} 님의 연결을 해제하시겠습니까?`,
      message: isUnlinked
        ? '이 계정으로 다시 로그인하면 목록에 다시 나타납니다.'
        : '이 계정으로 로그인한 모든 기기에서 바로 로그아웃됩니다. 다른 방법으로 로그인한 기기는 그대로입니다.',
      confirmLabel: isUnlinked ? '지우기' : '연결 해제',
      isDestructive: true,
    }),
    send: (api) => api.delete(linkedAccountsPath, { json: { id } }).json(),
    done: isUnlinked ? '계정을 지웠습니다.' : '연결을 해제했습니다.',
    ...useListChange(query),
  })
  return (
    <li className="flex flex-col gap-2 border-b py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{account.name}</span>
        {account.email ? <span className="break-all text-ink-2">{account.email}</span> : null}
        {isUnlinked ? <Badge tone="warn">연결 대기</Badge> : <Badge tone="good">연결됨</Badge>}
        <Button
          size="sm"
          className="ml-auto"
          aria-label={`${account.name} 계정 ${isUnlinked ? '지우기' : '연결 해제'}`}
          onClick={() => void unlink.run()}
        >
          {isUnlinked ? '지우기' : '연결 해제'}
        </Button>
      </div>
      <p className="tabular text-label text-ink-2">
        최근 로그인 {formatMoment(account.last_seen_at)}
        {account.linked_at === null
          ? ''
          : ` · ${account.user_name} 님과 연결 (${account.linked_by}, ${formatMoment(account.linked_at)})`}
      </p>
      {isUnlinked ? <LinkForm account={account} people={people} query={query} /> : null}
    </li>
  )
}

function LinkForm({ account, people, query }: LinkedAccountLineProps) {
  const [userId, setUserId] = useState('')
  const choices = [{ value: '', label: '직원 선택' }, ...people.map(({ id, name }) => ({ value: id, label: name }))]
  const { isBusy, run } = useServerAction({
    send: (api) => api.put(linkedAccountsPath, { json: { id: account.id, user_id: userId } }).json(),
    done: '계정을 연결했습니다.',
    ...useListChange(query),
  })

  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Select label={`${account.name} 계정을 연결할 직원`} value={userId} choices={choices} onValue={setUserId} />
      </div>
      <Button
        tone="primary"
        isBusy={isBusy}
        disabledReason={userId === '' ? '연결할 직원을 선택해 주세요.' : undefined}
        onClick={() => void run()}
      >
        연결
      </Button>
    </div>
  )
}

/** Of an action that returns the new list; after a refusal the list is read again. */
function useListChange({ update, onRetry }: ServerQuery<LinkedAccounts>) {
  const toast = useToast()
  return {
    parse: linkedAccountsSchema.parse,
    onDone: (accounts: LinkedAccounts) => update(() => accounts),
    onRefusal({ message }: Problem) {
      toast.error(message)
      onRetry()
    },
  }
}
