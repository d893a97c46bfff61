/**
 * Step 3: directors and owners. Everyone is entered once, in any role; a person or an owner opens in a drawer. If the named owners hold
 * less than three quarters, the user declares that no other owner holds more than a quarter.
 */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconBuilding, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { faultsAt } from '../address-fields.tsx';
import classes from '../companies.module.css';
import { emptyOwner, emptyPerson, type PersonDraft } from '../company-draft.ts';
import type { StepProps } from '../use-company-form.ts';
import { OwnerDrawer } from './owner-drawer.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { asksForOthers } from './shares.ts';

type Open = { readonly kind: 'person' | 'owner'; readonly at: number } | undefined;

export function OwnersStep({ draft, faults, change }: StepProps) {
  const t = useTranslations('companies.owners');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const person = open?.kind === 'person' ? draft.people[open.at] : undefined;
  const owner = open?.kind === 'owner' ? draft.owners[open.at] : undefined;
  const at = open?.at ?? 0;
  const isFaulty = (path: string) => Object.keys(faultsAt(faults, path)).length > 0;
  return (
    <>
      <FieldGroup label={t('people')} error={faults.people}>
        <ul className={classes.entries}>
          {draft.people.map((entry, index) => (
            <Entry
              // biome-ignore lint/suspicious/noArrayIndexKey: a person has nothing but a place before being entered
              key={index}
              icon={<Avatar name={nameOf(entry) || '–'} />}
              title={nameOf(entry) || t('unnamed')}
              text={rolesOf(entry, t)}
              fault={isFaulty(`people.${index}`) ? t('incomplete') : undefined}
              onOpen={() => setOpen({ kind: 'person', at: index })}
            />
          ))}
        </ul>
        <Button
          icon={<IconPlus aria-hidden="true" />}
          onClick={() => {
            change((before) => ({ people: [...before.people, emptyPerson(before.country)] }));
            setOpen({ kind: 'person', at: draft.people.length });
          }}
        >
          {t('addPerson')}
        </Button>
      </FieldGroup>
      <FieldGroup label={t('companies')} help={t('companiesHelp')} error={faults.corporateOwners}>
        {draft.owners.length > 0 && (
          <ul className={classes.entries}>
            {draft.owners.map((entry, index) => (
              <Entry
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                key={index}
                icon={<IconBuilding aria-hidden="true" />}
                title={entry.name || t('unnamed')}
                text={entry.share && t('share', { share: entry.share })}
                fault={isFaulty(`corporateOwners.${index}`) ? t('incomplete') : undefined}
                onOpen={() => setOpen({ kind: 'owner', at: index })}
              />
            ))}
          </ul>
        )}
        <Button
          icon={<IconPlus aria-hidden="true" />}
          onClick={() => {
            change((before) => ({ owners: [...before.owners, emptyOwner(before.country)] }));
            setOpen({ kind: 'owner', at: draft.owners.length });
          }}
        >
          {t('addCompany')}
        </Button>
      </FieldGroup>
      {asksForOthers(draft) && (
        <FieldGroup label={t('others')} error={faults.othersBelowQuarter}>
          <CheckboxField
            name="othersBelowQuarter"
            label={t('othersText')}
            checked={draft.othersBelowQuarter}
            aria-invalid={faults.othersBelowQuarter ? true : undefined}
            onChange={({ currentTarget: { checked } }) => change(() => ({ othersBelowQuarter: checked }))}
          />
        </FieldGroup>
      )}
      {person && (
        <PersonDrawer
          person={person}
          faults={faultsAt(faults, `people.${at}`)}
          onChange={(part) =>
            change(({ people }) => ({
              people: people.map((entry, index) => (index === at ? { ...entry, ...part } : entry)),
            }))
          }
          onRemove={() => {
            change(({ people }) => ({ people: people.filter((_entry, index) => index !== at) }));
            close();
          }}
          onClose={close}
        />
      )}
      {owner && (
        <OwnerDrawer
          owner={owner}
          faults={faultsAt(faults, `corporateOwners.${at}`)}
          onChange={(part) =>
            change(({ owners }) => ({
              owners: owners.map((entry, index) => (index === at ? { ...entry, ...part } : entry)),
            }))
          }
          onRemove={() => {
            change(({ owners }) => ({ owners: owners.filter((_entry, index) => index !== at) }));
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface EntryProps {
  icon: React.ReactNode;
  title: string;
  text: string;
  fault: string | undefined;
  onOpen: () => void;
}

function Entry({ icon, title, text, fault, onOpen }: EntryProps) {
  return (
    <li>
      <Inline
        as="button"
        type="button"
        gap={16}
        align="center"
        className={classes.entry}
        aria-invalid={fault ? true : undefined}
        onClick={onOpen}
      >
        <span className={classes.entryIcon}>{icon}</span>
        <Grid as="span" shrink grow>
          <Text as="span" weight="label" wrap="anywhere">
            {title}
          </Text>
          <span className={classes.entryNote} data-fault={fault ? '' : undefined}>
            {fault ?? text}
          </span>
        </Grid>
        <IconChevronRight aria-hidden="true" />
      </Inline>
    </li>
  );
}

const nameOf = ({ firstName, lastName }: PersonDraft) => `${firstName} ${lastName}`.trim();

function rolesOf(
  { isDirector, isOwner, share }: PersonDraft,
  t: ReturnType<typeof useTranslations<'companies.owners'>>,
) {
  const owns = isOwner ? (share ? t('ownsShare', { share }) : t('owner')) : undefined;
  return [isDirector && t('director'), owns].filter(Boolean).join(', ');
}
