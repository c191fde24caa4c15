import { FileText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import type { Book } from '#contract/books/field.ts'
import type { LetterAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import type { ClaimProps } from './claim-dialog.tsx'
import type { ProjectAction, ProjectCosts } from './cost-report.tsx'

const ClaimDialog = lazy(async () => ({ default: (await import('./claim-dialog.tsx')).ClaimDialog }))

/** 비용청구 button per project of a report: asks for the days, shows the PDF, and offers the file. */
export function useCostClaim(book: Book, { source, search, proposeAddressees }: ClaimOptions): ProjectAction {
  return {
    label: '비용청구',
    renderButton: (project) => (
      <ClaimButton
        book={book}
        source={source}
        search={search}
        project={project}
        addressees={proposeAddressees(project)}
      />
    ),
  }
}

interface ClaimOptions extends Pick<ClaimProps, 'source' | 'search'> {
  proposeAddressees(project: ProjectCosts): LetterAddressees
}

function ClaimButton(props: ClaimProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { connection } = useSyncStatus()
  const reason = connection === 'offline' ? '비용청구서는 연결되어 있을 때 만들 수 있습니다.' : undefined
  return (
    <>
      <Button
        size="sm"
        icon={<FileText size={14} strokeWidth={1.5} className="max-sm:hidden" />}
        aria-label={`${props.project.business_section} 비용청구`}
        disabledReason={reason}
        onClick={() => setIsOpen(true)}
      >
        비용청구
      </Button>
      <Suspense fallback={null}>{isOpen ? <ClaimDialog {...props} onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  )
}
