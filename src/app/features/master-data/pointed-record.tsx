import { josa } from 'es-hangul'
import { useRef } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import type { MasterKind } from './master-kinds.ts'
import { pointingText, type PointingRecords } from './pointing-records.ts'

interface PointedRecordProps {
  kind: MasterKind
  name: string
  pointing: readonly PointingRecords[]
  onClose(): void
}

/** Says in place of the delete question what still uses a record. */
export function PointedRecord({ kind, name, pointing, onClose }: PointedRecordProps) {
  const close = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      width="narrow"
      title={`'${name}' ${josa(kind.label, '을/를')} 삭제할 수 없습니다`}
      description={
        <>
          <p>{`${pointingText(pointing)}에서 사용하고 있습니다.`}</p>
          <p className="mt-2">{`먼저 그 자료를 삭제하거나 다른 ${josa(kind.label, '으로/로')} 옮겨 주세요.`}</p>
        </>
      }
      onClose={onClose}
      initialFocus={close}
      actions={
        <Button ref={close} onClick={onClose}>
          확인
        </Button>
      }
    />
  )
}
