//! The table of random values that all instances of the server share. The first instance to start
//! generates them.

use aws_lc_rs::rand;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, EntityTrait};
use secrecy::SecretBox;

use crate::error::{Error, Result};
use crate::store::connection::CanWrite;
use crate::store::connection::tables::secret;

/// Returns the secret called `name`. Generates it if it does not exist.
pub(crate) async fn get_or_create(
    connection: &impl CanWrite,
    name: &str,
) -> Result<SecretBox<[u8; 32]>> {
    let mut value = [0_u8; 32];
    rand::fill(&mut value).map_err(Error::internal)?;
    let row = secret::ActiveModel {
        name: Set(name.to_owned()),
        value: Set(value.to_vec()),
    };
    secret::Entity::insert(row)
        .on_conflict(
            OnConflict::column(secret::Column::Name)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(connection)
        .await?;
    let stored = secret::Entity::find_by_id(name).one(connection).await?;
    let bytes: Option<[u8; 32]> = stored.and_then(|row| row.value.try_into().ok());
    bytes
        .map(|bytes| SecretBox::new(Box::new(bytes)))
        .ok_or_else(|| Error::internal("a stored secret is not 32 bytes"))
}
