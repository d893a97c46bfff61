/** The roles of a person, each with what it is for. */
import { type StaffRole, staffRoles } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import classes from './people.module.css';

interface RolesFieldProps {
  chosen: readonly StaffRole[];
  error: string | undefined;
  onChange: (chosen: readonly StaffRole[]) => void;
}

export function RolesField({ chosen, error, onChange }: RolesFieldProps) {
  const t = useTranslations('office');
  return (
    <FieldGroup label={t('people.roles')} error={error}>
      <div className={classes.roles}>
        {staffRoles.map((role) => (
          <CheckboxField
            key={role}
            name="roles"
            value={role}
            checked={chosen.includes(role)}
            aria-invalid={error ? true : undefined}
            label={
              <>
                {t(`roles.${role}`)}
                <Text as="span" size={13} tone="soft" block>
                  {t(`people.roleTexts.${role}`)}
                </Text>
              </>
            }
            onChange={({ currentTarget: { checked } }) =>
              onChange(staffRoles.filter((each) => (each === role ? checked : chosen.includes(each))))
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}
