import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

class Store {
  private static final String TABLE = "users";

  ResultSet find(Connection connection, String name) throws SQLException {
    PreparedStatement statement = connection.prepareStatement("SELECT id FROM " + TABLE + " WHERE name = ?");
    statement.setString(1, name);
    return statement.executeQuery();
  }

  PreparedStatement insert(Connection connection, String logTable, String nameField) throws SQLException {
    return connection.prepareStatement("INSERT INTO " + logTable + " (" + nameField + ") VALUES (?)");
  }
}
