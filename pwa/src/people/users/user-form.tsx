import { fields as f, type Me, ProfileName, type UserView } from '@prosa/contracts/schemas';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useDispatch, useSelector } from 'react-redux';
import { z } from 'zod';
import type { FormField, FormProps, RecordDefinition } from '../../records/record.ts';
import { RecordDialog } from '../../records/record-dialog.tsx';
import type { Words } from '../../records/use-words.ts';
import { sectors } from '../sectors/sectors.slice.ts';
import { selectMay, selectMe } from '../sessions/sessions.slice.ts';
import { AccessContext, AccessField } from './access-field.tsx';
import { inviteUser } from './invitations.ts';
import { hasTwoStep } from './two-step-users.slice.ts';
import {
  CodeField,
  CurrentPasswordField,
  OwnPasswordField,
  PasswordField,
  ProfileField,
  QueuesField,
  SectorField,
  SupervisorField,
} from './user-fields.tsx';

type Values = UserView & { password: string; currentPassword: string; code: string };
/** The fields that the form's user may set; `code`: one is required of them, because their sign-in has two steps. */
type May = { profile: boolean; queues: boolean; sector: boolean; code: boolean };

/** The fields of a user; whoever changes a password or an e-mail is asked for the own password. */
const fieldsOf = (item: UserView | undefined, me: Me | null, may: May): FormField<Values>[] => [
  { field: 'name' },
  { field: 'email', as: 'email' },
  { field: 'password', as: item ? PasswordField : AccessField },
  ...(item ? [{ field: 'currentPassword', as: item.id === me?.id ? CurrentPasswordField : OwnPasswordField } as const] : []),
  ...(may.code ? [{ field: 'code', as: CodeField } as const] : []),
  ...(may.profile ? [{ field: 'profile', as: item?.profile === 'supervisor' ? SupervisorField : ProfileField } as const] : []),
  ...(may.sector ? [{ field: 'sectorId', as: SectorField } as const] : []),
  ...(may.queues ? [{ field: 'queueIds', as: QueuesField } as const] : []),
];

/** The schema of the fields: in a change a blank password leaves the old one, and an invited user has none. */
const schemaOf = (item: UserView | undefined, isInvited: boolean) =>
  z.object({
    name: f.name,
    email: f.email,
    password: item
      ? z.union([z.literal(''), f.password], { error: wrongPassword }).default('')
      : isInvited
        ? z.unknown().transform(() => undefined)
        : f.password,
    currentPassword: z.string().default(''),
    code: z.string().default(''),
    profile: ProfileName.default('user'),
    sectorId: f.id.nullable().default(null),
    queueIds: z.array(f.id).default([]),
  });
/** The password's own message, among those of a union's schemas. */
const wrongPassword = ({ input }: { input?: unknown }) => f.password.safeParse(input).error?.issues[0]?.message;

type Arrange = NonNullable<ComponentProps<typeof RecordDialog>['arrange']>;

/** The choice of queues, which an auditor has not: what was chosen comes back with another profile. */
const OfServing = ({ control, children }: { control: Parameters<Arrange>[1]; children: ReactNode }) => {
  const isAuditor = useWatch({ control, name: 'profile' }) === 'auditor';
  const { value, onChange } = useController({ control, name: 'queueIds' }).field;
  const left = useRef<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice of a profile
  useEffect(() => {
    if (isAuditor && (value as string[]).length > 0) {
      left.current = value;
      onChange([]);
    }
    if (!isAuditor && left.current) {
      onChange(left.current);
      left.current = null;
    }
  }, [isAuditor]);
  return isAuditor ? null : children;
};

/** The form of a user. `isOwn`: the account menu's, without the sector; `above` and `below` its fields is more of the account. `hasCode`: the own
 * sign-in has two steps. */
export const UserForm = ({
  isOwn = false,
  hasCode = false,
  above,
  below,
  ...props
}: FormProps & { isOwn?: boolean; hasCode?: boolean; above?: ReactNode; below?: ReactNode }) => {
  const { definition } = props;
  const item = props.item as UserView | undefined;
  const dispatch = useDispatch();
  const me = useSelector(selectMe);
  const [isInvited, setInvited] = useState(true);
  const access = useMemo(() => ({ isInvited, choose: setInvited }), [isInvited]);
  const may = {
    profile: useSelector(selectMay('user-modal:editProfile')),
    queues: useSelector(selectMay('user-modal:editQueues')),
    sector: !isOwn,
    // On the list's screen it is known of oneself, too.
    code: useSelector((state) => hasCode || (!isOwn && me !== null && item?.id === me.id && hasTwoStep(state, me.id))),
  };
  const seesSectors = me !== null && me.profile !== 'user';
  useEffect(() => {
    if (seesSectors) dispatch(sectors.wanted());
  }, [dispatch, seesSectors]);
  const own = {
    ...definition,
    record: { ...definition.record, fields: schemaOf(item, isInvited) },
    fields: fieldsOf(item, me, may),
  } as unknown as RecordDefinition;
  const arrange: Arrange = (field, control) =>
    own.fields.map(({ field: name }) =>
      name === 'queueIds' ? (
        <OfServing key={name} control={control}>
          {field(name)}
        </OfServing>
      ) : (
        field(name)
      ),
    );
  if (item)
    return (
      <RecordDialog
        {...props}
        item={{ ...item, password: '', currentPassword: '', code: '' } as never}
        definition={own}
        above={above}
        below={below}
        arranged="form"
        arrange={arrange}
      />
    );
  const { records, words } = props;
  const invited = {
    records: { ...records, create: inviteUser as unknown as typeof records.create },
    words: ((key, values) => words(key === 'saved' ? 'invited' : key, values)) as Words,
  };
  return (
    <AccessContext value={access}>
      <RecordDialog {...props} {...(isInvited && invited)} definition={own} arranged="form" arrange={arrange} />
    </AccessContext>
  );
};
