/** Whom a letter is addressed to, as printed. */
export interface LetterAddressees {
  /** 수신. */
  readonly recipient: string
  /** 참조. */
  readonly reference: string
}

/** The same for a claim, which has many cases: the company of the project and its 관리자. */
export function proposeClaimAddressees(project: string, client: LetterClient | undefined): LetterAddressees {
  return proposeAddressees({ project, manager: client?.manager ?? '', depositor: null }, client)
}

/** A claim for a group: its 신탁회사, else the group. */
export function proposeGroupAddressees(group: string, trustCompany: string): LetterAddressees {
  return { recipient: trustCompany.trim() || group, reference: '' }
}

interface AddressedCase {
  readonly project: string
  /** Name and title of the client's 관리자, as written in the case. */
  readonly manager: string
  readonly depositor: string | null
}

/** The 관리자 of a project, with their department and company. */
interface LetterClient {
  readonly company: string
  readonly department: string
  readonly manager: string
}

/**
 * Proposed 수신 and 참조 of a letter: the company of the project, else the depositor, else the project;
 * for the attention of the case's manager, with their department if the project names the same one.
 */
export function proposeAddressees(
  { project, manager, depositor }: AddressedCase,
  client: LetterClient | undefined,
): LetterAddressees {
  const isClientManager = client !== undefined && manager.includes(client.manager)
  return {
    recipient: client?.company || depositor || project,
    reference: isClientManager ? `${client.department} ${manager}` : manager,
  }
}
