import { useState } from 'react'
import { FormDialog } from '#app/records/unstored-values/form-dialog.tsx'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerAction, useServerForm } from '#app/session/server-action.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { type Recipient, recipientsSchema, retentionPath } from '#contract/retention/retention.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { MonitorTable } from '../task-monitor/monitor-table.tsx'
import { retentionChange, useRetention } from './use-retention.ts'

const head = ['받는 곳', '맡기는 일', '항목', '나라', '보유 기간', '동작']

/**
 * Recipients of personal data: those known from the server's configuration and those entered by
 * superusers. /privacy lists all of them.
 */
export function Recipients() {
  const query = useRetention('recipients', recipientsSchema)
  const [isAdding, setIsAdding] = useState(false)
  const remove = useServerAction({
    ...retentionChange,
    send: (api, { id }: Recipient) => api.delete(`${retentionPath}/recipients`, { json: { id } }).text(),
    done: (_, { name }) => `'${name}' 항목을 처리방침에서 뺐습니다.`,
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <div>
          <h2 className="text-lead font-semibold">수탁자와 제공받는 곳</h2>
          <p className="measure text-ink-2">
            개인정보 처리방침에 그대로 실립니다. 서버 설정에서 알 수 있는 곳은 자동으로 실리며, 호스팅처럼 설정에 없는
            곳은 추가해 주세요.
          </p>
        </div>
        <Button onClick={() => setIsAdding(true)}>받는 곳 추가</Button>
      </div>
      <ResultView {...query} noun="수탁자는">
        {({ results, configured }) => (
          <MonitorTable
            label="수탁자와 제공받는 곳"
            head={head}
            lines={[
              ...configured.map((recipient) => ({
                key: `${recipient.name} ${recipient.task}`,
                cells: [...formatRecipient(recipient), '서버 설정'],
              })),
              ...results.map((recipient) => ({
                key: recipient.id,
                cells: [
                  ...formatRecipient(recipient),
                  <Button
                    key="remove"
                    size="sm"
                    aria-label={`${recipient.name} 삭제`}
                    onClick={() => void remove.run(recipient)}
                  >
                    삭제
                  </Button>,
                ],
              })),
            ]}
            empty="개인정보를 받는 곳이 없습니다."
          />
        )}
      </ResultView>
      {isAdding ? <RecipientDialog onClose={() => setIsAdding(false)} /> : null}
    </div>
  )
}

function formatRecipient({ name, task, items, country, kept }: Omit<Recipient, 'id' | 'updated_by'>) {
  return [name, task, items, country || '대한민국', kept || '맡긴 일이 끝날 때까지']
}

const emptyRecipient = { name: '', task: '', items: '', country: '', kept: '' }
const fields = [
  { key: 'name', label: '받는 곳', isRequired: true },
  { key: 'task', label: '맡기는 일', isRequired: true },
  { key: 'items', label: '항목', isRequired: true },
  { key: 'country', label: '나라', hint: '국외이면 나라와 근거를 적습니다. 국내이면 비워 둡니다.' },
  { key: 'kept', label: '보유 기간', hint: '비워 두면 맡긴 일이 끝날 때까지입니다.' },
] as const

function RecipientDialog({ onClose }: { onClose(): void }) {
  const [id] = useState(newId)
  const { bind, ...form } = useServerForm(emptyRecipient, {
    ...retentionChange,
    send: (api, typed) => api.post(`${retentionPath}/recipients`, { json: { id, ...typed } }).text(),
    done: '처리방침에 실었습니다.',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form}
      title="개인정보를 받는 곳"
      submitLabel="저장"
      className="mt-3 flex flex-col gap-4"
      onClose={onClose}
    >
      {fields.map(({ key, ...field }) => (
        <TextField key={key} {...field} maxLength={100} {...bind(key)} />
      ))}
    </FormDialog>
  )
}
