import { useState } from 'react'
import { useApi } from '#app/session/api.tsx'
import { useOfflineCopy, useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { RecordForm, type RecordFormProps } from '#app/records/form/record-form.tsx'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { PictureField } from './picture-field.tsx'
import { sendPicture, type PictureChange } from './send-picture.ts'

/** Form of a company. Its fields go through the outbox, its picture directly to the server. */
export function CompanyForm(props: RecordFormProps) {
  const copy = useOfflineCopy()
  const api = useApi()
  const toast = useToast()
  const { connection } = useSyncStatus()
  const [change, setChange] = useState<PictureChange | null>(null)
  const img = props.record?.['img']

  async function save(values: Parameters<RecordFormProps['onSave']>[0]) {
    const id = await props.onSave(values)
    if (id !== null && change) void send(id, change)
    return id
  }

  async function send(id: string, wanted: PictureChange) {
    const failure = await sendPicture({ copy, api }, id, wanted)
    if (failure === null) toast.success('로고 이미지가 저장되었습니다.', bookToast)
    else toast.error(failure)
  }

  return (
    <RecordForm
      {...props}
      onSave={save}
      extra={{
        isDirty: change !== null,
        content: (
          <PictureField
            current={typeof img === 'string' && img !== '' ? img : null}
            change={change}
            onChange={setChange}
            disabledReason={connection === 'offline' ? '로고 이미지는 연결되어 있을 때 올릴 수 있습니다.' : undefined}
          />
        ),
      }}
    />
  )
}
