import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskOperator } from '@nikau/contract/desk/operators'
import { createProposal } from '@nikau/contract/desk/proposals'
import { type DeskRole, deskRoles, rolesConflict } from '@nikau/contract/desk/roles'
import { Button, Checkbox, Icon, SelectField, TextAreaField, TextField } from '@nikau/ui'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../lib/desk-context.ts'
import { isUnreached } from '../../lib/desk-error.ts'
import { useCanAct, useDeskMutation } from '../../lib/desk-hooks.ts'
import { reasonOf } from '../../lib/refusals.ts'
import { useRoleList } from '../../lib/useRoleList.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Refusal } from '../../parts/Refusal.tsx'
import { SecondPerson } from '../../parts/SecondPerson.tsx'
import type { Access } from './access.ts'
import { rolesText, useRoleNames } from './role-texts.ts'

type PasskeyChoice = 'keep' | 'add' | 'replace'

const idForm = /^[a-z][a-z0-9.-]{1,39}$/
const loginForm = /^[a-z_][a-z0-9_.-]{0,62}$/
const uuidForm = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const minNote = 3

interface OperatorFormProps {
  access: Access
  /** Absent for a new one. */
  operator: DeskOperator | undefined
  facts: ReactNode
}

/** Proposes an operator's roles or passkey. Nothing changes before another person has agreed. */
export function OperatorForm({ access, operator, facts }: OperatorFormProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canAct = useCanAct()
  const roleNames = useRoleNames()
  const [id, setId] = useState(operator?.id ?? '')
  const [name, setName] = useState(operator?.name ?? '')
  const [login, setLogin] = useState(operator?.login ?? '')
  const [personId, setPersonId] = useState('')
  const [roles, setRoles] = useState<readonly DeskRole[]>(operator?.roles ?? [])
  const [passkey, setPasskey] = useState<PasskeyChoice>(operator ? 'keep' : 'add')
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const form = useRef<HTMLFormElement>(null)
  const propose = useDeskMutation(createProposal, { onDone: (made) => void navigate(`/approvals/${encodeURIComponent(made.id)}`) })

  const isConflict = rolesConflict(roles)
  const reason = propose.error ? reasonOf(propose.error) : undefined
  const needsPerson = passkey !== 'keep' && (operator === undefined || operator.state === 'no-account') && personId.trim() === ''
  const wrong = {
    id: !operator && !idForm.test(id) && t`Write 2 to 40 small letters, digits, dots or hyphens, beginning with a letter.`,
    name: name.trim() === '' && t`Write their name.`,
    login:
      (!loginForm.test(login) && t`Write small letters, digits, dots, hyphens or underscores.`) ||
      (reason === 'LOGIN_TAKEN' && t`Another operator has this sign-in name.`),
    person:
      (needsPerson && t`A passkey needs their Nikau account.`) ||
      (personId.trim() !== '' && !uuidForm.test(personId.trim()) && t`This is not the id of an account.`) ||
      (reason === 'PERSON_TAKEN' && t`Another operator has this account.`) ||
      (reason === 'PERSON_UNKNOWN' && t`Nobody has this account.`),
    roles: isConflict && t`One person cannot have these roles together.`,
    note: note.trim().length < minNote && t`Say why, in at least 3 characters.`,
  }
  const shows = (text: string | false) => (isTried || propose.error ? text : false)
  const isUnchanged =
    operator !== undefined &&
    passkey === 'keep' &&
    name.trim() === operator.name &&
    login === operator.login &&
    personId.trim() === '' &&
    roles.length === operator.roles.length &&
    roles.every((role) => operator.roles.includes(role))

  const submit = () => {
    setIsTried(true)
    if (Object.values(wrong).some((text) => text !== false && text !== '') && reason === undefined) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus())
      return
    }
    propose.mutate(
      {
        body: {
          kind: 'access',
          content: {
            operator: operator?.id ?? id,
            name: name.trim(),
            login,
            roles: [...roles],
            ...(personId.trim() !== '' && { personId: personId.trim().toLowerCase() }),
            ...(passkey !== 'keep' && { passkey }),
          },
          note: note.trim(),
          evidence: [],
          key,
        },
      },
      // What was refused is another proposal when it is sent again; what got no answer is the same.
      { onError: (error) => !isUnreached(error) && setKey(crypto.randomUUID()) },
    )
  }
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      if (propose.error) propose.reset()
    }
  return (
    <form
      ref={form}
      className="dk-grid-side dk-access"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Panel title={operator ? <Trans>Propose a change</Trans> : <Trans>Propose an operator</Trans>}>
        <div className="dk-form">
          <div className="dk-form-pair">
            <TextField label={<Trans>Name</Trans>} value={name} onChange={edit(setName)} maxLength={100} autoComplete="off" error={shows(wrong.name)} />
            {operator ? (
              <TextField
                label={<Trans>Sign-in name</Trans>}
                value={login}
                onChange={edit(setLogin)}
                maxLength={63}
                autoComplete="off"
                error={shows(wrong.login)}
              />
            ) : (
              <TextField label={<Trans>Operator id</Trans>} value={id} onChange={edit(setId)} maxLength={40} autoComplete="off" error={shows(wrong.id)} />
            )}
          </div>
          {!operator && (
            <TextField
              label={<Trans>Sign-in name</Trans>}
              hint={<Trans>Their login at the database.</Trans>}
              value={login}
              onChange={edit(setLogin)}
              maxLength={63}
              autoComplete="off"
              error={shows(wrong.login)}
            />
          )}
          <fieldset className="dk-roles" aria-describedby={isConflict ? 'roles-conflict' : undefined}>
            <legend className="n-label">
              <Trans>Roles</Trans>
            </legend>
            <div>
              {deskRoles.map((role) => (
                <Checkbox
                  key={role}
                  checked={roles.includes(role)}
                  onChange={(isChecked) => edit(setRoles)(deskRoles.filter((other) => (other === role ? isChecked : roles.includes(other))))}
                >
                  {roleNames([role])[0]}
                </Checkbox>
              ))}
            </div>
            {isConflict && (
              <p className="n-error" id="roles-conflict" role="alert">
                <Icon name="problem" size="s" />
                <span>{wrong.roles}</span>
              </p>
            )}
          </fieldset>
          {(operator === undefined || operator.state === 'no-account') && (
            <TextField
              label={<Trans>Id of their Nikau account</Trans>}
              hint={<Trans>Their own account as a customer, with which they sign in. They may do nothing about it at the desk.</Trans>}
              value={personId}
              onChange={edit(setPersonId)}
              maxLength={36}
              autoComplete="off"
              error={shows(wrong.person)}
            />
          )}
          <SelectField<PasskeyChoice>
            label={<Trans>Passkey</Trans>}
            value={passkey}
            onChange={edit(setPasskey)}
            options={[
              { value: 'keep', text: operator ? t`Leave as it is` : t`None yet` },
              { value: 'add', text: t`Add one, by a link` },
              ...(operator ? [{ value: 'replace' as const, text: t`Replace all, and end their sessions` }] : []),
            ]}
          />
          <TextAreaField label={<Trans>Why</Trans>} rows={2} maxLength={2000} value={note} onChange={edit(setNote)} error={shows(wrong.note)} />
        </div>
      </Panel>
      <div className="dk-stack">
        <Panel tone="lilac" title={<Trans>Second person</Trans>}>
          <Changes before={operator?.roles ?? []} after={roles} passkey={passkey} />
          <WhoAgrees access={access} />
          {propose.error && (
            <div className="mt-3">
              <Refusal error={propose.error} title={<Trans>Not proposed</Trans>} />
            </div>
          )}
          <div className="dk-buttons">
            <Button
              type="submit"
              variant="accent"
              full
              icon={<DeskIcon name="passkey" />}
              busy={propose.isPending}
              busyLabel={t`Proposing`}
              needsSignal={false}
              isDisabled={!canAct || isUnchanged || isConflict}
            >
              <Trans>Propose</Trans>
            </Button>
          </div>
          {isUnchanged && (
            <p className="dk-sub mt-3">
              <Trans>Nothing is changed yet.</Trans>
            </p>
          )}
        </Panel>
        {facts}
      </div>
    </form>
  )
}

/** What would be different, in a sentence each. */
function Changes({ before, after, passkey }: { before: readonly DeskRole[]; after: readonly DeskRole[]; passkey: PasskeyChoice }) {
  const roleNames = useRoleNames()
  const given = rolesText(roleNames(after.filter((role) => !before.includes(role))))
  const taken = rolesText(roleNames(before.filter((role) => !after.includes(role))))
  if (given === '' && taken === '' && passkey === 'keep') return null
  return (
    <ul className="dk-changes">
      {given !== '' && (
        <li>
          <Trans>
            Gives <b className="dk-strong">{given}</b>
          </Trans>
        </li>
      )}
      {taken !== '' && (
        <li>
          <Trans>
            Takes <b className="dk-strong">{taken}</b>, and ends their sessions
          </Trans>
        </li>
      )}
      {passkey === 'add' && (
        <li>
          <Trans>Makes a link for a passkey, which the approver hands over</Trans>
        </li>
      )}
      {passkey === 'replace' && (
        <li>
          <Trans>Removes their passkeys, ends their sessions, and makes a link for a new one</Trans>
        </li>
      )}
    </ul>
  )
}

function WhoAgrees({ access: { acts } }: { access: Access }) {
  const { t } = useLingui()
  const roleList = useRoleList()
  const { operator } = useSession()
  const needs = acts.find(({ kind }) => kind === 'access')?.agreements[0]?.needs ?? []
  return (
    <SecondPerson
      people={[
        { key: 'you', name: operator.name, title: t`You`, detail: t`propose` },
        ...needs.map((roles, at) => ({ key: `missing-${at}`, title: t`Another person`, detail: roleList(roles) })),
      ]}
    />
  )
}
