import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

class Store {
  ResultSet find(Connection connection, String name) throws SQLException {
    Statement statement = connection.createStatement();
    String query = "SELECT id FROM users WHERE name = '" + name + "'";
    return statement.executeQuery(query); // expect: java-sql-injection
  }
}
