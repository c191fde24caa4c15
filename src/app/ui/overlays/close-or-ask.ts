import { useConfirm } from './confirm.tsx'

/** Closes or replaces a form; with unsaved input only after the user confirms discarding it. */
export function useCloseOrAsk<Args extends unknown[]>(
  isDirty: boolean,
  onLeave: (...args: Args) => void,
): (...args: Args) => Promise<void> {
  const confirm = useConfirm()
  return async (...args) => {
    if (!isDirty || (await confirm(discarding))) onLeave(...args)
  }
}

const discarding = {
  title: '입력한 내용을 버리시겠습니까?',
  message: '저장하지 않은 내용은 되돌릴 수 없습니다.',
  confirmLabel: '버리기',
  isDestructive: true,
}
