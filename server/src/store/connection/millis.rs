//! The columns of moments. The clock declares their type and may not import SeaORM.

use sea_orm::sea_query::{ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr};
use sea_orm::{ColIdx, QueryResult, TryGetError, TryGetable, Value};

use crate::clock::Millis;

impl From<Millis> for Value {
    fn from(at: Millis) -> Self {
        at.0.into()
    }
}

impl TryGetable for Millis {
    fn try_get_by<I: ColIdx>(row: &QueryResult, index: I) -> Result<Self, TryGetError> {
        i64::try_get_by(row, index).map(Self)
    }
}

impl ValueType for Millis {
    fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
        <i64 as ValueType>::try_from(value).map(Self)
    }

    fn type_name() -> String {
        i64::type_name()
    }

    fn array_type() -> ArrayType {
        i64::array_type()
    }

    fn column_type() -> ColumnType {
        i64::column_type()
    }
}

impl Nullable for Millis {
    fn null() -> Value {
        i64::null()
    }
}
