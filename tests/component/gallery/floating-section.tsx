import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { Menu, type MenuEntry } from '#app/ui/overlays/menu.tsx'
import { Popover } from '#app/ui/overlays/popover.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { Specimen } from './specimen.tsx'

export function FloatingSection() {
  return (
    <>
      <Specimen title="창과 물음">
        <Dialogs />
      </Specimen>
      <Specimen title="메뉴와 펼침">
        <Menus />
      </Specimen>
      <Specimen title="알림">
        <Toasts />
      </Specimen>
    </>
  )
}

function Dialogs() {
  const [width, setWidth] = useState<'narrow' | 'regular' | 'wide' | null>(null)
  const [answer, setAnswer] = useState('')
  const confirm = useConfirm()
  const ask = async (typedWord?: string) => {
    const question = { title: '선택한 3건을 삭제하시겠습니까?', message: '되돌릴 수 없습니다.', confirmLabel: '삭제' }
    const isConfirmed = await confirm({ ...question, isDestructive: true, ...(typedWord ? { typedWord } : {}) })
    setAnswer(isConfirmed ? '삭제함' : '그만둠')
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => setWidth('narrow')}>좁은 창</Button>
      <Button onClick={() => setWidth('regular')}>보통 창</Button>
      <Button onClick={() => setWidth('wide')}>넓은 창</Button>
      <Button tone="danger" onClick={() => void ask()}>
        묻고 삭제
      </Button>
      <Button tone="danger" onClick={() => void ask('삭제')}>
        적고 삭제
      </Button>
      <output className="text-ink-2">{answer}</output>
      <Dialog
        open={width !== null}
        width={width ?? 'regular'}
        title="카드사용내역 수정"
        description="바꾼 내용은 저장을 눌러야 남습니다."
        onClose={() => setWidth(null)}
        actions={
          <>
            <Button onClick={() => setWidth(null)}>취소</Button>
            <Button tone="primary" onClick={() => setWidth(null)}>
              저장
            </Button>
          </>
        }
      />
    </div>
  )
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const entries: readonly (MenuEntry | 'rule')[] = [
  { label: '복사', icon: <Copy {...icon} />, hint: 'Ctrl+C', onSelect: () => undefined },
  { label: '수정', icon: <Pencil {...icon} />, isDisabled: true, onSelect: () => undefined },
  'rule',
  { label: '삭제', icon: <Trash2 {...icon} />, isDestructive: true, onSelect: () => undefined },
]

function Menus() {
  return (
    <div className="flex flex-wrap gap-2">
      <Menu trigger={<Button>메뉴</Button>} heading={<p className="font-semibold">김가온</p>} entries={entries} />
      <Popover title="필터 추가" trigger={<Button>펼침</Button>}>
        <p className="text-ink-2">고를 것이 여기에 있습니다.</p>
      </Popover>
    </div>
  )
}

function Toasts() {
  const toast = useToast()
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => toast.success('성공적으로 수정되었습니다.')}>성공 알림</Button>
      <Button onClick={() => toast.error('작업 중 오류가 발생했습니다: 서버에 연결할 수 없습니다.')}>오류 알림</Button>
      <Button onClick={() => toast.warning('선택된 항목이 없습니다.')}>주의 알림</Button>
      <Button onClick={() => toast.info('무한스크롤 모드가 활성화되었습니다.')}>안내 알림</Button>
      <Button
        onClick={() =>
          toast.success('12개가 삭제되었습니다.', {
            description: '사건부에서 지웠습니다.',
            action: { label: '되돌리기', onSelect: () => toast.info('되돌렸습니다.') },
          })
        }
      >
        두 줄과 되돌리기
      </Button>
      <Button onClick={() => toast.info('자동으로 사라집니다.', { isClosable: false, duration: 2000 })}>
        닫기 없는 알림
      </Button>
    </div>
  )
}
