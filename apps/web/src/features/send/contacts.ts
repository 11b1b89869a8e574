/** The Contact Picker API, which some phones have. The person chooses one contact; the app sees no other. */
interface PickedContact {
  name?: string[]
  tel?: string[]
  email?: string[]
}
interface ContactsManager {
  select: (properties: readonly ('name' | 'tel' | 'email')[]) => Promise<PickedContact[]>
}

const contactsManager = (): ContactsManager | undefined => (navigator as Navigator & { contacts?: ContactsManager }).contacts

export const canPickContact = (): boolean => contactsManager() !== undefined

/** Undefined when the person chose nothing. */
export async function pickContact({ emails }: { emails: boolean }): Promise<{ recipientText: string; name: string | undefined } | undefined> {
  const [contact] =
    (await contactsManager()
      ?.select(emails ? ['name', 'tel', 'email'] : ['name', 'tel'])
      .catch(() => [])) ?? []
  const recipientText = contact?.tel?.[0] ?? contact?.email?.[0]
  return recipientText === undefined ? undefined : { recipientText, name: contact?.name?.[0] }
}
