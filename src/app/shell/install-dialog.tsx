import { Button } from '../ui/buttons/button.tsx'
import { useOffice } from '../ui/office-facts.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'

/** On iPhone and iPad only the user can install, and must: Safari clears what a site kept after seven days without a visit. */
export function InstallDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { seal_letters: letters } = useOffice()
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      width="narrow"
      title="홈 화면에 설치"
      actions={
        <Button tone="primary" onClick={onClose}>
          확인
        </Button>
      }
    >
      <ol className="mt-2 flex list-decimal flex-col gap-2 pl-5">
        <li>Safari 주소창 옆의 공유 버튼을 누릅니다.</li>
        <li>‘홈 화면에 추가’를 선택합니다.</li>
        <li>홈 화면의 ‘{letters}’ 아이콘으로 엽니다.</li>
      </ol>
      <p className="mt-3 text-ink-2">
        설치하지 않으면 7일 동안 열지 않았을 때 이 기기에 보관한 자료가 지워질 수 있습니다. 현장에서 쓰는 기기에는 꼭
        설치해 주세요.
      </p>
    </Dialog>
  )
}
